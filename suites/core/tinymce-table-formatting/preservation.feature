Feature: Formatting the tables of a note

  Scenario: Single cells, paragraphs and list items are indented and put back
    Given I open "/"
    And I wait until I see the text "Wednesday" in the frame
    When I click the text "Tuesday" in the frame
    And I click the button "Increase indent"
    And I click the button "Increase indent"
    And I click the text "Idris" in the frame
    And I click the button "Increase indent"
    And I click the text "Who steers at night." in the frame
    And I click the button "Increase indent"
    And I click the button "Save note"
    And I wait until I see the message "Note saved"
    Then the list "Mail text" contains exactly:
      | > Who steers at night.                |
      | Monday \| Leila                       |
      | > > Tuesday \| Marek                  |
      | Wednesday \| > Idris                  |
      | Thursday \| Petra                     |
      | Swap among yourselves and tell Sanna. |
    When I click the text "Tuesday" in the frame
    And I click the button "Decrease indent"
    And I drag the text "Monday" onto the text "Petra" in the frame
    And I click the button "Bold"
    And I click the button "Save note"
    And I wait until I see the message "Note saved"
    Then the list "Mail text" contains "> Tuesday | Marek"
    And the list "Mail text" does not contain "> > Tuesday"
    And the list "Mail text" contains "Monday | Leila"
    When I click the button "Provisions"
    And I wait until I see the text "Two sacks of rice" in the frame
    And I drag the text "Two sacks of rice" onto the text "Coffee, ground" in the frame
    And I click the button "Increase indent"
    And I click the text "spare wick" in the frame
    And I click the button "Increase indent"
    And I click the button "Save note"
    And I wait until I see the message "Note saved"
    And I reload the page
    And I click the button "Provisions"
    And I wait until I see the text "Two sacks of rice" in the frame
    Then the list "Mail text" contains "> Two sacks of rice"
    And the list "Mail text" contains "> Coffee, ground"
    And the list "Mail text" contains "To buy before we leave Kiel." first
    And the list "Mail text" does not contain "> To buy"
