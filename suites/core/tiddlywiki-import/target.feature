Feature: Import of files into a notebook

  Scenario: A name that was typed is used even when it was not confirmed
    Given I open "/"
    And I wait until I see the heading "Allotment"
    And I click the tab "Tools"
    When I upload the file "minutes.txt" with the content "Agenda: water butts." into the field "Import many types of file including text, image, TiddlyWiki or JSON"
    And I click the button "Rename tiddler before importing" in the row containing "minutes.txt"
    And I type "Board minutes" into the field "Rename to:"
    And I click the first button "Import"
    And I wait until I see the text "The following tiddlers were imported:"
    Then I see the link "Board minutes"
    And I do not see the link "minutes.txt"
