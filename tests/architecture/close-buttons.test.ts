import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/imports.ts'

type Node = { type: string; start: number; [field: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const within = (node: Node): Node[] => [
  node,
  ...Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((inner) => within(inner)),
]
const nameOf = (node: unknown) => (isNode(node) ? String(node.name) : '')

/** The attributes of which a component needs one, so that its close button has a name or does not exist. */
const NEEDS: Record<string, readonly string[]> = {
  Modal: ['closeButtonProps', 'withCloseButton'],
  Drawer: ['closeButtonProps', 'withCloseButton'],
  CloseButton: ['aria-label'],
  Alert: ['closeButtonLabel'],
}

test('every close button has an accessible name', () => {
  const files = sourceFiles().filter((file) => /^src\/.*\.tsx$/.test(file) && !file.endsWith('.test.tsx'))
  const found = files.flatMap((file) =>
    within(parseSync(file, readFileSync(file, 'utf8')).program as unknown as Node)
      .filter(({ type }) => type === 'JSXOpeningElement')
      .map((element) => ({
        file,
        name: nameOf(element.name),
        given: (element.attributes as Node[]).map((attribute) => nameOf(attribute.name)),
      }))
      .filter(({ name, given }) => name in NEEDS && (name !== 'Alert' || given.includes('withCloseButton'))),
  )
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter(({ name, given }) => !NEEDS[name]?.some((one) => given.includes(one)))).toEqual([])
})
