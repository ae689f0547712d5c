const TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*(:))?|[{}[\]]/gsu

/** Whether an object within a text of valid JSON has two values of one name, of which a parser keeps only the last. */
export function hasDuplicateKeys(text) {
  const open = []
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const quoted = token.slice(0, token.lastIndexOf('"') + 1)
      const name = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

/** The parts of a name, in lower case and without marks: `nextPageUrl` and `next_page_url` are the same. */
const plain = (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const NEXT = /^(?:odata)?next(?:page|link|url|uri|token|cursor|pagetoken|pageurl|pagelink|pageuri|offset|key)?$|^continuationtoken$/
const HAS_MORE = /^(?:has|is)?(?:more|next)(?:page|pages|data|results|items)?$|^istruncated$/
const PAGES =
  /^(?:total|num|number|count|max)?(?:of)?pages?(?:count|total)$|^(?:total|num|numberof|countof|max)?pages$|^lastpage$|^totalpage$/
const PAGE = /^(?:current)?page(?:number|no|index|num)?$|^currentpage$/
const SKIPPED = /^(?:offset|skip|skipped)$/
const COUNT =
  /^(?:total|odata)?count$|^(?:total|number|num|countof)(?:of)?(?:count|items|elements|records|results|rows|hits|entries|objects)$|^(?:records|items|results|rows)total$/

/** Whether a field beside a list of records says that the file has a part of them. */
function isOfPart(name, value, records) {
  const key = plain(name)
  if ([null, '', '0', 0, 'false'].includes(value)) return false
  if (HAS_MORE.test(key) && value === 'true') return true
  if (NEXT.test(key)) return value !== 'true'
  const number = Number(value)
  if (!Number.isInteger(number)) return false
  if (PAGES.test(key) || PAGE.test(key)) return number > 1
  return SKIPPED.test(key) ? number > 0 : COUNT.test(key) && number > records
}

/** The fields beside a list of records by which the file is one page of several, such as "page: 1, totalPages: 5"; empty if it is not. */
export function partIn(beside, records) {
  const named = beside.map(([path, value]) => {
    const names = path.split('.')
    // { "next": { "href": "…" } }
    const name = /^(?:href|url)$/i.test(names.at(-1)) && names.length > 1 ? names.at(-2) : names.at(-1)
    return { name, value }
  })
  if (!named.some(({ name, value }) => isOfPart(name, value, records))) return ''
  return named
    .filter(({ name, value }) => {
      const key = plain(name)
      return value !== null && [NEXT, HAS_MORE, PAGES, PAGE, SKIPPED, COUNT].some((one) => one.test(key))
    })
    .slice(0, 4)
    .map(({ name, value }) => `${name}: ${String(value).slice(0, 40)}`)
    .join(', ')
}

/** Names that mean something only with that of their object. */
const GENERAL = new Set(['id', 'name', 'title', 'code', 'number', 'no', 'position', 'label'])
/** The heading of a value of a list's object: its own name, or with that of the list if the name is general or another column's. */
export function headInList(list, name, others) {
  if (!GENERAL.has(name.toLowerCase()) && !others.has(name)) return name
  return `${(list.split('.').at(-1) ?? '').replace(/ies$/i, 'y').replace(/(?<=\p{L}{2})s$/iu, '')} ${name}`
}
