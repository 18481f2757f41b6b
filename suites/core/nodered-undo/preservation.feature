Feature: Undo in a flow editor

  Scenario: Undo on a flow, and changes inside a subflow that are not undone
    Given these elements have names:
      | name          | css                                                                         |
      | Inner switch  | #lane-switch .red-ui-flow-node                                              |
      | Send heavy    | #heavy .red-ui-flow-node-button-button                                      |
      | Palette entry | .red-ui-palette-node[data-palette-type="subflow:lane"]                      |
      | First rule    | #node-input-rule-container li:nth-child(1) .red-ui-editableList-item-handle |
      | Second rule   | #node-input-rule-container li:nth-child(2) .red-ui-editableList-item-handle |
      | Workspace     | #red-ui-workspace                                                           |
      | Switch node   | #dock-switch .red-ui-flow-node                                              |
      | Send parcel   | #letter .red-ui-flow-node-button-button                                     |
    And I open "/"
    And I wait until I see the text "bulky letter"
    When I double-click the icon "Switch node"
    And I drag the icon "Second rule" onto the icon "First rule"
    And I click the button "Done"
    And I click the link "Deploy"
    And I wait until I see the message "Successfully deployed"
    And I wait until I do not see "Successfully deployed" within 20 seconds
    And I click at 80%, 70% of the canvas "Workspace"
    And I press "Control+Z"
    And I click the link "Deploy"
    And I wait until I see the message "Successfully deployed"
    And I press "Control+G"
    And I press "d"
    And I click the icon "Send parcel"
    Then I see "into the bag"
    And I do not see "into the box"
    When I double-click the icon "Palette entry"
    And I wait until I see the text "by weight"
    And I hover over the link "Deploy"
    And I double-click the icon "Inner switch"
    And I type "by kilos" into the field "Name"
    And I drag the icon "Second rule" onto the icon "First rule"
    And I click the button "Done"
    Then I see the text "by kilos"
    When I wait until I do not see "Successfully deployed" within 20 seconds
    And I click the link "Deploy"
    And I wait until I see the message "Successfully deployed"
    And I click the link "Loading dock"
    And I click the icon "Send heavy"
    Then I see "to the lift"
    And I do not see "to the cart"
