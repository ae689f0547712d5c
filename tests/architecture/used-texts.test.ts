import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Texts whose key is a variable with values from another file, by the file that uses them. */
const ELSEWHERE: Record<string, string[]> = {
  'src/app/CommandPalette.tsx': ['shell:place.*', 'more:*', 'reviews:title'],
  'src/app/DeskNav.tsx': ['shell:place.*', 'more:*', 'reviews:title'],
  'src/components/alert-labels.ts': ['machines:alert.*', 'machines:mdbPart.*'],
  'src/features/account/LoginForm.tsx': ['account:trouble.*'],
  'src/features/imports/FileCounts.tsx': ['imports:note.*'],
  'src/features/stock/RestockTab.tsx': ['stock:notKept', 'stock:notWritten', 'stock:recordedElsewhere'],
}

/** Texts that the server reads by a schema, and pages of the guide, which are read as a whole. */
const OF_SERVER = [
  'guide:page.*',
  'alerts:messages.*',
  'auditLog:thing',
  'imports:badRowsEnd',
  'mails:*',
  'weekly:*',
  'machineReports:usage.units.*',
  'money:datev.*',
  'supplierOrders:sheet.*',
]

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Texts = { [key: string]: string | Texts }
type TextUse = { file: string; namespace: string; key: Node; isList: boolean }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => type.includes('Function')
const within = (node: Node, enter: (inner: Node) => boolean): Node[] =>
  partsOf(node).flatMap((inner) => [inner, ...(enter(inner) ? within(inner, enter) : [])])
const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? '') : '')
const literalOf = (node: unknown) => (isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null)

const keysOf = (texts: Texts, prefix: string): string[] =>
  Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`)))

const known = new Set(
  readdirSync('src/locales/en').flatMap((file) =>
    keysOf(JSON.parse(readFileSync(`src/locales/en/${file}`, 'utf8')) as Texts, `${file.replace('.json', '')}:`).map((key) =>
      key.replace(/_(zero|one|two|few|many|other)$/, ''),
    ),
  ),
)

/** The names of the translation functions of a function, from `useTranslation` or a parameter, each with its namespace. */
function translatorsIn(scope: Node): [name: string, namespace: string][] {
  const own = within(scope, (inner) => !isFunction(inner))
  const hooks = own.flatMap((node): [string, string][] => {
    const init = node.type === 'VariableDeclarator' && isNode(node.init) ? node.init : null
    if (!init || nameOf(init.callee) !== 'useTranslation' || !isNode(node.id)) return []
    const namespace = literalOf((init.arguments as unknown[])[0]) ?? 'common'
    const taken = partsOf(node.id).find((property) => nameOf(property.key) === 't')
    return taken ? [[nameOf(taken.value), namespace]] : []
  })
  const parameters = partsOf(scope).flatMap((node): [string, string][] => {
    const typed = within(node, () => true).find((inner) => inner.type === 'TSTypeReference' && nameOf(inner.typeName) === 'TFunction')
    const namespace =
      typed &&
      within(typed, () => true)
        .map((inner) => literalOf(inner))
        .find((value) => value !== null)
    return node.type === 'Identifier' && namespace ? [[nameOf(node), namespace]] : []
  })
  return [...hooks, ...parameters]
}

function callsIn(file: string, node: Node, outer: Map<string, string>): TextUse[] {
  const names = isFunction(node) || node.type === 'Program' ? new Map([...outer, ...translatorsIn(node)]) : outer
  const callee = isNode(node.callee) ? node.callee : null
  const isGlobal = callee?.type === 'MemberExpression' && nameOf(callee.property) === 't' && nameOf(callee.object) === 'i18n'
  const namespace = node.type === 'CallExpression' ? (isGlobal ? 'common' : names.get(nameOf(callee))) : undefined
  const [key, options] = (node.arguments as Node[] | undefined) ?? []
  const optionOf = (name: string) => options && partsOf(options).find((property) => nameOf(property.key) === name)?.value
  const isList = optionOf('returnObjects') !== undefined
  const calls = namespace && key ? [{ file, namespace: literalOf(optionOf('ns')) ?? namespace, key, isList }] : []
  return [...calls, ...partsOf(node).flatMap((inner) => callsIn(file, inner, names))]
}

/** Each text that a key expression can refer to: a whole key, or a pattern for a template. Null for a variable. */
function namedBy(key: Node): (string | null)[] {
  const literal = literalOf(key)
  if (literal !== null) return [literal]
  if (key.type === 'ConditionalExpression') return [key.consequent, key.alternate].filter(isNode).flatMap(namedBy)
  if (key.type === 'ArrayExpression') return partsOf(key).flatMap(namedBy)
  if (key.type !== 'TemplateLiteral') return [null]
  const pattern = (key.quasis as Node[]).map((part) => (part.value as { cooked: string }).cooked).join('*')
  return [pattern === '*' ? null : pattern]
}

const inNamespace = (namespace: string, key: string) => (key.includes(':') ? key : `${namespace}:${key}`)
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The existing keys that match a pattern. `*` matches one part of a key; at the end it matches any number of them. */
function keysLike(pattern: string): string[] {
  const wanted = new RegExp(`^${pattern.split('*').map(escaped).join('[^.:]+')}${pattern.endsWith('*') ? '(\\..+)?' : ''}$`)
  return [...known].filter((key) => wanted.test(key))
}

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'src/*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !file.includes('.test.'))
const programs = sources.map((file) => {
  const text = readFileSync(file, 'utf8')
  return { file, text, program: parseSync(file, text).program as unknown as Node }
})
const calls = programs.flatMap(({ file, program }) => callsIn(file, program, new Map()))
const literalsOf = new Map(
  programs.map(({ file, program }) => [
    file,
    within(program, () => true)
      .map(literalOf)
      .filter((value) => value !== null),
  ]),
)
/** What a variable of this file can refer to: the keys written in the same file, and those listed above. */
const variablesOf = ({ file, namespace }: TextUse) => [
  ...(literalsOf.get(file) ?? []).map((literal) => inNamespace(namespace, literal)).filter((key) => known.has(key)),
  ...(ELSEWHERE[file] ?? []).flatMap(keysLike),
]
const named = calls.flatMap((one) =>
  namedBy(one.key).map((key) => ({
    ...one,
    key,
    found: key === null ? variablesOf(one) : keysLike(inNamespace(one.namespace, key) + (one.isList ? '.*' : '')),
  })),
)

test('every text that a screen uses exists in English', () => {
  expect(named.filter(({ found }) => found.length === 0).map(({ file, namespace, key }) => `${file}: ${namespace} ${key}`)).toEqual([])
})

test('every English text is used by a screen or the server', () => {
  const used = new Set([...named.flatMap(({ found }) => found), ...OF_SERVER.flatMap(keysLike)])
  expect([...known].filter((key) => !used.has(key))).toEqual([])
})

test('every listed pattern matches texts', () => {
  expect([...Object.values(ELSEWHERE).flat(), ...OF_SERVER].filter((pattern) => keysLike(pattern).length === 0)).toEqual([])
})
