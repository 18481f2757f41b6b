Feature: Filters of a table

  Scenario: Filters are added and taken away, and sorting and facets stay as they are
    Given these elements have names:
      | name                 | css                           |
      | column to filter by  | select[name=_filter_column]   |
      | value to filter by   | input[name=_filter_value]     |
      | column of filter one | select[name=_filter_column_1] |
      | count of rows        | section.content > h3          |
    And I open "/toolshed/loans?_facet=district"
    And I wait until the table has 8 rows
    And I remember the heading "count of rows" as "all loans"
    When I click the link "weeks" in the table
    And I wait until the page address contains "_sort=weeks"
    And I choose "district" from the list "column to filter by"
    And I type "Mill" into the field "value to filter by"
    And I click the button "Apply"
    And I wait until the table has 3 rows
    Then the number shown in the heading "count of rows" is 5 less than in "all loans"
    And the table contains "Tile cutter" first
    And the table contains "Post digger" last
    And the page address contains "_facet=district"
    When I choose "- remove filter -" from the list "column of filter one"
    And I click the button "Apply"
    Then the table has 8 rows
    And the table contains "Post digger" last
    And the page address contains "_sort=weeks"
    And the page address contains "_facet=district"
    When I choose "_state" from the list "column to filter by"
    And I type "out" into the field "value to filter by"
    And I click the button "Apply"
    Then the table has 3 rows
    And the table contains "Pipe bender" last
    And the field "column of filter one" has the value "_state"
