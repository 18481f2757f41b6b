Feature: Import of files into a notebook

  Scenario: Files come in under their own names, and a cancelled import brings nothing
    Given I open "/"
    And I wait until I see the heading "Allotment"
    And I click the tab "Tools"
    When I upload the file "seeds.txt" with the content "Beans, kale, chard." into the field "Import many types of file including text, image, TiddlyWiki or JSON"
    And I wait until I see the text "These tiddlers are ready to import:"
    And I click the first button "Cancel" and accept the browser question
    Then I do not see the text "seeds.txt"
    When I upload the file "minutes.txt" with the content "Agenda: water butts." into the field "Import many types of file including text, image, TiddlyWiki or JSON"
    And I wait until I see the text "These tiddlers are ready to import:"
    And I click the first button "Import"
    Then I see the text "The following tiddlers were imported:"
    And I see the link "minutes.txt"
    When I click the link "minutes.txt"
    Then I see the heading "minutes.txt"
    And I see the text "Agenda: water butts."
    And I do not see the text "seeds.txt"
