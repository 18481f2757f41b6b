Feature: Search among the items of a table

  Scenario: Filters by plain attributes, by numbers, together, and a query by key
    Given these elements have names:
      | name          | css                                                     |
      | Last key      | #filters-table tbody tr:last-child .filter-row-key      |
      | Last kind     | #filters-table tbody tr:last-child .filter-row-type     |
      | Last operator | #filters-table tbody tr:last-child .filter-row-operator |
      | Last value    | #filters-table tbody tr:last-child .filter-row-value    |
      | Operation     | select[name=operationType]                              |
    And I open "/"
    And I click the link "loans"
    And I wait until I see the row containing "L-2041"
    When I type "state" into the field "Last key"
    And I type "collected" into the field "Last value"
    And I click the button "Search"
    Then I do not see the row containing "Tile cutter"
    And I see the row containing "L-2041"
    And I see the row containing "L-2043"
    When I click the link "Tables"
    And I click the link "loans"
    And I wait until I see the row containing "Tile cutter"
    And I type "state" into the field "Last key"
    And I type "collected" into the field "Last value"
    And I click the button "Add Filter"
    And I type "days" into the field "Last key"
    And I choose "Number" from the list "Last kind"
    And I choose ">" from the list "Last operator"
    And I type "2" into the field "Last value"
    And I click the button "Search"
    Then I do not see the row containing "L-2043"
    And I see the row containing "L-2041"
    And I do not see the row containing "L-2042"
    When I click the link "Tables"
    And I click the link "shelves"
    And I wait until I see the row containing "Drills"
    And I choose "Query" from the list "Operation"
    And I type "B4" into the field "Last value"
    And I click the button "Search"
    Then I do not see the row containing "Drills"
    And I see the row containing "Garden"
