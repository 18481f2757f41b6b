Feature: Executions of a test run

  Scenario: Bulk actions change all that are listed, and boxes are cleared again
    Given these elements have names:
      | name           | css                                                                      |
      | select all     | .bulk-select-checkbox                                                    |
      | filter         | #toolbar-filter                                                          |
      | actions        | #toolbarActions                                                          |
      | third box      | .test-execution-element:has(a[href="/case/3/"]) .test-execution-checkbox |
      | ticket refund  | .test-execution-element:has(a[href="/case/1/"])                          |
      | free seats     | .test-execution-element:has(a[href="/case/3/"])                          |
      | confirmation   | .test-execution-element:has(a[href="/case/5/"])                          |
      | mark as FAILED | .bulk-change-status[data-status-id="5"]                                  |
      | mark as WAIVED | .bulk-change-status[data-status-id="8"]                                  |
    And I open "/accounts/login/?next=/runs/1/"
    And I type "marta" into the field "Username"
    And I type "ticket-punch-9" into the field "Password"
    And I click the button "Log in"
    And I wait until I see "5 records"
    And I wait until the item "confirmation" shows "IDLE"
    When I tick the checkbox "select all"
    Then the checkbox "third box" is ticked
    When I untick the checkbox "select all"
    Then the checkbox "third box" is not ticked
    When I tick the checkbox "third box"
    And I click the button "actions"
    And I hover over the link "Status"
    And I click the link "mark as FAILED"
    And I wait until the item "free seats" shows "FAILED"
    And I reload the page
    And I wait until I see "5 records"
    Then the item "free seats" shows "FAILED"
    And the item "ticket refund" shows "IDLE"
    When I tick the checkbox "select all"
    And I click the button "actions"
    And I hover over the link "Status"
    And I click the link "mark as WAIVED"
    And I wait until the item "ticket refund" shows "WAIVED"
    And I reload the page
    And I wait until I see "5 records"
    Then the item "ticket refund" shows "WAIVED"
    And the item "free seats" shows "WAIVED"
    And the item "confirmation" shows "WAIVED"
