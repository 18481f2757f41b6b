Feature: Administration preferences of a wiki

  Scenario: Each page of the preferences saves its own settings, on and off
    Given I open "/-/login"
    And I type "noor@workshop.example" into the field "eMail Address"
    And I type "truing-stand-7" into the field "Password"
    And I click the button "Login"
    And I wait until I see "You logged in successfully."
    When I open "/-/admin"
    And I type "Spoke and Wheel" into the field "Site Name"
    And I tick the checkbox "Hide the logo of An Otter Wiki in the sidebar."
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I reload the page
    Then the field "Site Name" has the value "Spoke and Wheel"
    And the checkbox "Hide the logo of An Otter Wiki in the sidebar." is ticked
    And I see the link "Spoke and Wheel"
    When I untick the checkbox "Hide the logo of An Otter Wiki in the sidebar."
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I reload the page
    Then the checkbox "Hide the logo of An Otter Wiki in the sidebar." is not ticked
    When I open "/-/admin/content_and_editing"
    And I choose "Required" from the list "Commit message"
    And I tick the checkbox "Retain page name case."
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I reload the page
    Then the checkbox "Retain page name case." is ticked
    When I untick the checkbox "Retain page name case."
    And I click the button "Save Preferences"
    And I wait until I see the text "updated"
    And I reload the page
    Then the checkbox "Retain page name case." is not ticked
    And the checkbox "Enable Git Web server (Experimental Feature)." is not ticked
