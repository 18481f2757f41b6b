Feature: Executions of a test run

  Scenario: A bulk action leaves executions alone that the filter hides
    Given these elements have names:
      | name           | css                                             |
      | select all     | .bulk-select-checkbox                           |
      | filter         | #toolbar-filter                                 |
      | actions        | #toolbarActions                                 |
      | ticket refund  | .test-execution-element:has(a[href="/case/1/"]) |
      | group refund   | .test-execution-element:has(a[href="/case/2/"]) |
      | free seats     | .test-execution-element:has(a[href="/case/3/"]) |
      | confirmation   | .test-execution-element:has(a[href="/case/5/"]) |
      | mark as PASSED | .bulk-change-status[data-status-id="4"]         |
    And I open "/accounts/login/?next=/runs/1/"
    And I type "marta" into the field "Username"
    And I type "ticket-punch-9" into the field "Password"
    And I click the button "Log in"
    And I wait until I see "5 records"
    And I wait until the item "confirmation" shows "IDLE"
    When I type "Refund" into the field "filter" key by key
    And I wait until I do not see "Confirmation names the train"
    And I tick the checkbox "select all"
    And I click the button "actions"
    And I hover over the link "Status"
    And I click the link "mark as PASSED"
    And I wait until the item "group refund" shows "PASSED"
    And I reload the page
    And I wait until I see "5 records"
    Then the item "ticket refund" shows "PASSED"
    And the item "confirmation" shows "IDLE"
    And the item "free seats" shows "IDLE"
