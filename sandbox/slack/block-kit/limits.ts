// Owns Slack's Block Kit rules: what a message or view may hold, and what Slack answers when it does not keep to it.
// Must never know sockets, Bolt, the bot's own code or its words.

/**
 * Slack's Block Kit limits, each named once. Characters are UTF-16 units, the strictest way to count them.
 * Where no source is named: docs.slack.dev/reference/block-kit and the installed @slack/types agree.
 */
export const LIMITS = {
  /** docs.slack.dev/reference/block-kit/blocks */
  messageBlocks: 50,
  viewBlocks: 100,
  /** Slack cuts longer text (changelog 2018-04-truncating-really-long-messages); here it is refused. */
  messageText: 40_000,
  /**
   * Undocumented; slackapi/bolt-js#2509 measured 13,172 to 13,297 characters. Counted here as the UTF-8 bytes of
   * `JSON.stringify(blocks)`, the strictest reading of that measurement.
   */
  messageBlocksBytes: 13_200,
  /** docs.slack.dev/reference/methods/views.publish, "250 kB"; counted in UTF-8 bytes, 1 kB as 1000. */
  viewBytes: 250_000,

  privateMetadata: 3000,
  callbackId: 255,
  externalId: 255,
  viewTitle: 24,
  viewSubmit: 24,
  viewClose: 24,

  actionId: 255,
  blockId: 255,
  textObject: 3000,
  url: 3000,

  sectionText: 3000,
  sectionFields: 10,
  sectionField: 2000,
  headerText: 150,
  contextElements: 10,
  actionsElements: 25,
  contextActionsElements: 5,
  imageAlt: 2000,
  imageTitle: 2000,
  inputLabel: 2000,
  inputHint: 2000,
  /** Summed over every markdown block of the payload. */
  markdownText: 12_000,

  buttonText: 75,
  buttonValue: 2000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  optionDescription: 75,
  /** 75 in @slack/types, 150 in the docs: the stricter. */
  optionValue: 75,
  optionGroupLabel: 75,
  optionGroups: 100,
  groupOptions: 100,
  selectOptions: 100,
  overflowOptions: 5,
  choiceOptions: 10,
  placeholder: 150,
  plainTextInput: 3000,
  fileInputFiles: 10,
  richTextInputLines: 100,
  richTextListIndent: 8,

  tableRows: 100,
  tableCells: 20,
  tableColumnSettings: 20,
  /** Summed over the cells of every table of the message. */
  tableText: 10_000,
  tablesPerMessage: 1,
  dataTableRows: 101,
  dataTablePageSize: 100,
  dataVisualizationsPerMessage: 2,

  cardTitle: 150,
  cardSubtitle: 150,
  cardBody: 200,
  /** 3 in the docs, 2 in the rules of TightknitAI/slack-block-kit-validator: the stricter. */
  cardActions: 2,
  carouselCards: 10,
  alertText: 200,
  containerTitle: 150,
  containerSubtitle: 150,
  containerBlocks: 10,
  videoTitle: 199,
  videoAuthor: 49,
} as const;
