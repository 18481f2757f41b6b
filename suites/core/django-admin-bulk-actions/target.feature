Feature: Actions on many packets of a seed library

  Scenario: A choice over all pages is changed as a whole, from either bar
    Given these elements have names:
      | name              | css                                  |
      | all of this page  | #action-toggle                       |
      | all pages, below  | .results ~ .actions .question a      |
      | all chosen, below | .results ~ .actions .all             |
      | action below      | .results ~ .actions select           |
      | go below          | .results ~ .actions button           |
      | all pages, above  | .actions:has(~ .results) .question a |
      | action above      | .actions:has(~ .results) select      |
      | go above          | .actions:has(~ .results) button      |
    And I open "/admin/"
    And I type "marguerite" into the field "Username"
    And I type "trowel-and-twine" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    And I open "/admin/packets/packet/"
    And I wait until I see the row containing "Amber Dwarf bean"
    When I tick the checkbox "all of this page"
    And I click the link "all pages, below"
    And I wait until I see the text "all chosen, below"
    And I choose "Withdraw selected packets" from the list "action below"
    And I click the button "go below"
    And I wait until I see "Packets withdrawn"
    Then I see "Packets withdrawn: 34."
    And the row containing "Ashford kale" shows "withdrawn" in the column "Status"
    When I click the link "3"
    And I wait until I see the row containing "Velvet aubergine"
    Then the row containing "Velvet aubergine" shows "withdrawn" in the column "Status"
    And the row containing "Zinnia mix" shows "withdrawn" in the column "Status"
    When I tick the checkbox "all of this page"
    And I click the link "all pages, above"
    And I choose "Put selected packets back on the shelf" from the list "action above"
    And I click the button "go above"
    Then I see "Packets back on the shelf: 34."
