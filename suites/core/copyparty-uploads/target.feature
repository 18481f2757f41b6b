Feature: Uploads into a shared folder

  Scenario: An upload does not replace the file whose name it bears
    Given these elements have names:
      | name            | css                        |
      | files to upload | input[type=file][id^=file] |
    And I open "/"
    And I wait until I see the link "poster-second-draft.txt"
    When I click the link "🚀"
    And I upload the file "poster.txt" with the content "Open studio on Sunday, eleven to five.\n" into the field "files to upload"
    And I wait until I see "upload these 1 files to"
    And I click the link "OK"
    And I wait until I see the link "done 1" within 20 seconds
    And I open "/"
    And I wait until I see the link "poster.txt"
    Then the row containing "poster.txt-" shows "39"
    When I open "/poster.txt"
    Then I see "Open studio on Saturday, ten to four."
    And I do not see "Sunday"
    When I open "/poster-second-draft.txt"
    Then I see "Open studio on Sunday, eleven to five."
