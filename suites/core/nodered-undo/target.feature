Feature: Undo in a flow editor

  Scenario: Undoing a new order of rules inside a subflow brings the wires back
    Given these elements have names:
      | name          | css                                                                         |
      | Palette entry | .red-ui-palette-node[data-palette-type="subflow:lane"]                      |
      | First rule    | #node-input-rule-container li:nth-child(1) .red-ui-editableList-item-handle |
      | Second rule   | #node-input-rule-container li:nth-child(2) .red-ui-editableList-item-handle |
      | Workspace     | #red-ui-workspace                                                           |
      | Switch node   | #lane-switch .red-ui-flow-node                                              |
      | Send parcel   | #heavy .red-ui-flow-node-button-button                                      |
    And I open "/"
    And I wait until I see the text "heavy parcel"
    When I double-click the icon "Palette entry"
    And I wait until I see the text "by weight"
    And I hover over the link "Deploy"
    And I double-click the icon "Switch node"
    And I drag the icon "Second rule" onto the icon "First rule"
    And I click the button "Done"
    And I click the link "Deploy"
    And I wait until I see the message "Successfully deployed"
    And I wait until I do not see "Successfully deployed" within 20 seconds
    And I click at 80%, 70% of the canvas "Workspace"
    And I press "Control+Z"
    And I click the link "Deploy"
    And I wait until I see the message "Successfully deployed"
    And I click the link "Loading dock"
    And I press "Control+G"
    And I press "d"
    And I click the icon "Send parcel"
    And I wait until I see the message "Successfully injected: heavy parcel"
    Then I see "to the lift"
    And I do not see "to the cart"
