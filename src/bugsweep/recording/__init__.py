"""What an agent does with its own browser and with the app, seen without its cooperation."""
