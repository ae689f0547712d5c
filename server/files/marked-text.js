const QUOTED_FORMULA = /^'+[=+\-@＝＋－＠]/

/** ="012", '012, `012 and '13.03.2026 10:05: texts that a spreadsheet must not convert into numbers. */
const KEPT_TEXT = /^="([^"]*)"$|^'([(]?\p{Sc}? ?\d[\d.,:/() T-]*\p{Sc}?(?: ?[ap]\.?m\.?)?)$|^`([^`]+)$/iu

/** The text of a cell without the mark that keeps spreadsheets from converting it into a number or a formula. */
export const unmarked = (text) => (QUOTED_FORMULA.test(text) ? text.slice(1) : text.replace(KEPT_TEXT, '$1$2$3'))
