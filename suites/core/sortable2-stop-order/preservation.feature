Feature: The stops of a guided walk

  Scenario: Stops keep the order they are typed in, dragged to and moved to
    Given these elements have names:
      | name                        | css                |
      | name of the first new stop  | #id_stops-0-name   |
      | name of the second new stop | #id_stops-1-name   |
      | name of the third new stop  | #id_stops-2-name   |
    And I open "/admin/"
    And I type "benedikta" into the field "Username"
    And I type "cobbles-and-lamps" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    When I open "/admin/walks/walk/add/"
    And I type "Gardens behind walls" into the field "Title"
    And I type "gardens-behind-walls" into the field "Slug"
    And I click the link "Add another Stop"
    And I type "Physic garden" into the field "name of the first new stop"
    And I click the link "Add another Stop"
    And I type "Mulberry court" into the field "name of the second new stop"
    And I click the link "Add another Stop"
    And I type "Bishop's orchard" into the field "name of the third new stop"
    And I click the button "Save"
    And I wait until I see "was added successfully"
    And I open "/walks/gardens-behind-walls/"
    Then the list "Stops along the way" contains "Physic garden" first
    And the list "Stops along the way" contains "Bishop's orchard" last
    And the list "Stops along the way" has 3 items
    When I open "/admin/walks/walk/"
    And I click the link "Lanes after dark"
    And I click the button "Move to first position" in the row containing "Cooper's arch"
    And I drag the text "Saddler Row" onto the text "Bell yard"
    And I click the button "Save and continue editing"
    And I wait until I see "was changed successfully"
    And I open "/walks/lanes-after-dark/"
    Then the list "Stops along the way" contains "Cooper's arch" first
    And "Bell yard" comes before "Saddler Row" in the list "Stops along the way"
    And the list "Stops along the way" contains "Watch tower" last
