Feature: Groups of watches and their triggers

  Scenario: The trigger text of a group stays out of the settings of its watches
    Given I open "/tags/list"
    And I click the link "Edit" in the row containing "Harbour"
    And I click the link "Filters & Triggers"
    And I type "last seats" into the field "Keyword triggers - Trigger/wait for text"
    And I click the button "Save"
    And I wait until I see "Updated"
    When I open "/"
    And I type "http://127.0.0.1:13201/concerts" into the field "https://..."
    And I type "Harbour" into the field "Group tag"
    And I click the button "Watch"
    And I wait until the row containing "13201/concerts" shows "Harbour" for 5 seconds
    And I reload the page
    And I wait until the row containing "13201/concerts" does not show "Not yet" in the column "Last Checked" within 30 seconds
    And I wait until the row containing "13201/concerts" does not show "Checking now" within 30 seconds
    And I click the link "Edit" in the row containing "13201/concerts"
    And I click the link "Filters & Triggers"
    And I wait until I see the heading "Text filtering"
    Then the field "Keyword triggers - Trigger/wait for text" is empty
    When I open "/tags/list"
    And I click the link "Edit" in the row containing "Harbour"
    And I click the link "Filters & Triggers"
    Then the field "Keyword triggers - Trigger/wait for text" has the value "last seats"
