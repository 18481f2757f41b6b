Feature: Actions on many packets of a seed library

  Scenario: Either bar changes the rows of a page, and a choice of all pages can be taken back
    Given these elements have names:
      | name                   | css                                          |
      | all of this page       | #action-toggle                               |
      | all pages, above       | .actions:has(~ .results) .question a         |
      | clear, above           | .actions:has(~ .results) .clear a            |
      | action above           | .actions:has(~ .results) select              |
      | go above               | .actions:has(~ .results) button              |
      | action below           | .results ~ .actions select                   |
      | go below               | .results ~ .actions button                   |
      | choice of Ashford kale | tr:has(a[href*="/packet/2/"]) .action-select |
    And I open "/admin/"
    And I type "marguerite" into the field "Username"
    And I type "trowel-and-twine" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    And I open "/admin/packets/packet/"
    And I wait until I see the row containing "Amber Dwarf bean"
    When I tick the checkbox "all of this page"
    And I choose "Withdraw selected packets" from the list "action below"
    And I click the button "go below"
    Then I see "Packets withdrawn: 12."
    And the row containing "Ferry Lane onion" shows "withdrawn" in the column "Status"
    When I click the link "2"
    And I wait until I see the row containing "Foxglove tomato"
    Then the row containing "Foxglove tomato" shows "on the shelf" in the column "Status"
    When I tick the checkbox "all of this page"
    And I choose "Withdraw selected packets" from the list "action above"
    And I click the button "go above"
    Then I see "Packets withdrawn: 12."
    And the row containing "Foxglove tomato" shows "withdrawn" in the column "Status"
    When I click the link "3"
    And I wait until I see the row containing "Zinnia mix"
    Then the row containing "Zinnia mix" shows "on the shelf" in the column "Status"
    When I open "/admin/packets/packet/"
    And I tick the checkbox "all of this page"
    And I click the link "all pages, above"
    And I click the link "clear, above"
    And I wait until I see "0 of 12 selected"
    And I tick the checkbox "choice of Ashford kale"
    And I choose "Put selected packets back on the shelf" from the list "action above"
    And I click the button "go above"
    Then I see "Packets back on the shelf: 1."
    And the row containing "Ashford kale" shows "on the shelf" in the column "Status"
    And the row containing "Candle chard" shows "withdrawn" in the column "Status"
    When I tick the checkbox "all of this page"
    And I click the link "all pages, above"
    And I untick the checkbox "choice of Ashford kale"
    And I choose "Put selected packets back on the shelf" from the list "action above"
    And I click the button "go above"
    Then I see "Packets back on the shelf: 11."
