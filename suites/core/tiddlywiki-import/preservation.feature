Feature: Import of files into a notebook

  Scenario: Files come in under their own names, and only those that are ticked
    Given I open "/"
    And I wait until I see the heading "Allotment"
