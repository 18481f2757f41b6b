Feature: Import of files into a notebook

  Scenario: Files come in under their own names, and only those that are ticked
    Given I open "/"
    And I wait until I see the heading "Allotment"
    And I click the tab "Tools"
    When I upload the file "minutes.txt" with the content "Agenda: water butts." into the field "Import many types of file including text, image, TiddlyWiki or JSON"
    And I wait until I see the text "These tiddlers are ready to import:"
    And I click the first button "Import"
    Then I see the text "The following tiddlers were imported:"
    And I see the link "minutes.txt"
