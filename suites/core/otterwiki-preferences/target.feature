Feature: Administration preferences of a wiki

  Scenario: Saving the application preferences leaves content and editing alone
    Given I open "/-/login"
    And I type "noor@workshop.example" into the field "eMail Address"
    And I type "truing-stand-7" into the field "Password"
    And I click the button "Login"
    And I wait until I see "You logged in successfully."
    When I open "/-/admin/content_and_editing"
    And I tick the checkbox "Retain page name case."
    And I tick the checkbox "Enable Git Web server (Experimental Feature)."
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I open "/-/admin"
    And I type "Spoke and Wheel" into the field "Site Name"
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I open "/-/admin/content_and_editing"
    Then the checkbox "Retain page name case." is ticked
    And the checkbox "Enable Git Web server (Experimental Feature)." is ticked
