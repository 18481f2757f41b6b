Feature: The stops of a guided walk

  Scenario: Stops that are added come after those the walk has
    Given these elements have names:
      | name                        | css              |
      | name of the first new stop  | #id_stops-3-name |
      | name of the second new stop | #id_stops-4-name |
    And I open "/admin/"
    And I type "benedikta" into the field "Username"
    And I type "cobbles-and-lamps" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    And I open "/admin/walks/walk/"
    And I click the link "Bridges and mills"
    When I click the link "Add another Stop"
    And I type "Dye works" into the field "name of the first new stop"
    And I click the link "Add another Stop"
    And I type "Swan lock" into the field "name of the second new stop"
    And I click the button "Save and continue editing"
    And I wait until I see "was changed successfully"
    And I open "/walks/bridges-and-mills/"
    And I wait until I see the heading "Stops along the way"
    Then the list "Stops along the way" contains "Weir house" first
    And "Paper mill" comes before "Dye works" in the list "Stops along the way"
    And the list "Stops along the way" contains "Swan lock" last
    And the list "Stops along the way" has 5 items
