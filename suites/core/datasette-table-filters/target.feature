Feature: Filters of a table

  Scenario: A filter on a column of the front desk can be taken away again
    Given these elements have names:
      | name                 | css                                        |
      | column to filter by  | select[name=_filter_column]                |
      | value to filter by   | input[name=_filter_value]                  |
      | column of filter one | select[name=_filter_column_1]              |
    And I open "/toolshed/loans"
    And I wait until the table has 8 rows
    When I choose "_state" from the list "column to filter by"
    And I type "overdue" into the field "value to filter by"
    And I click the button "Apply"
    And I wait until the table has 2 rows
    And I choose "- remove filter -" from the list "column of filter one"
    And I click the button "Apply"
    Then the table has 8 rows
    And the table contains "Belt sander"
    And I see "8 rows"
    And I do not see "_state = \"overdue\""
