Feature: Formatting the tables of a note

  Scenario: All cells that are marked are indented
    Given I open "/"
    And I wait until I see the text "Wednesday" in the frame
    And I click the text "Thursday" in the frame
    And I click the button "Increase indent"
    And I click the button "Save note"
    And I wait until I see the message "Note saved"
    And the list "Mail text" contains "> Thursday | Petra"
    When I drag the text "Monday" onto the text "Wednesday" in the frame
    And I click the button "Increase indent"
    And I click the button "Save note"
    And I wait until I see the message "Note saved"
    Then the list "Mail text" contains exactly:
      | Who steers at night.                  |
      | > Monday \| Leila                     |
      | > Tuesday \| Marek                    |
      | > Wednesday \| Idris                  |
      | > Thursday \| Petra                   |
      | Swap among yourselves and tell Sanna. |
    When I drag the text "Marek" onto the text "Idris" in the frame
    And I click the button "Increase indent"
    And I click the button "Save note"
    And I reload the page
    Then the list "Mail text" contains "> Tuesday | > Marek"
    And the list "Mail text" contains "> Wednesday | > Idris"
    And the list "Mail text" contains "> Monday | Leila"
