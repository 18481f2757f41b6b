Feature: Uploads into a shared folder

  Scenario: New names, taken names and exact copies are each dealt with
    Given these elements have names:
      | name            | css                        |
      | files to upload | input[type=file][id^=file] |
    And I open "/"
    And I wait until I see the link "poster-second-draft.txt"
    When I click the link "🚀"
    And I upload the file "opening-times.txt" with the content "Closed on Mondays.\n" into the field "files to upload"
    And I wait until I see "upload these 1 files to"
    And I click the link "OK"
    And I wait until I see the link "done 1" within 20 seconds
    And I open "/"
    Then the row containing "opening-times.txt" shows "19"
    When I open "/opening-times.txt"
    Then I see "Closed on Mondays."
    When I open "/"
    And I upload the file "paper-stock.txt" with the content "Cotton 300 g: 12 sheets left\n" into the field "files to upload"
    And I wait until I see "upload these 1 files to"
    And I click the link "OK"
    And I wait until I see the link "done 1" within 20 seconds
    And I open "/"
    Then the row containing "paper-stock.txt-" shows "29"
    When I open "/paper-stock.txt"
    Then I see "Newsprint: 2 reams"
    When I open "/"
    And I upload the file "poster-second-draft.txt" with the content "Open studio on Sunday, eleven to five.\n" into the field "files to upload"
    And I wait until I see "upload these 1 files to"
    And I click the link "OK"
    And I wait until I see the link "done 1" within 20 seconds
    And I open "/"
    Then I see the link "poster-second-draft.txt"
    And I do not see "poster-second-draft.txt-"
