"""Pages of the village hall: a home page and forms that its editors compose."""
