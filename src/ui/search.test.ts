import { expect, it } from 'vitest'
import { foldedOptions } from './search.ts'

const options = (count: number, word = 'Machine') =>
  Array.from({ length: count }, (_, index) => ({ value: `${word} ${index}`, label: `${word} ${index}` }))
const labels = (found: ReturnType<typeof foldedOptions>) =>
  found.flatMap((one) => ('group' in one ? one.items : [one])).map(({ label }) => label)

it('renders at most the limit of ten thousand options', () => {
  const found = labels(foldedOptions({ options: options(10_000), search: '', limit: 50 }))
  expect(found).toHaveLength(50)
  expect(labels(foldedOptions({ options: options(10_000), search: 'machine 9999', limit: 50 }))).toEqual(['Machine 9999'])
})

it('counts the options of all groups', () => {
  const grouped = [
    { group: 'Templates', items: options(3, 'Template') },
    { group: 'Machines', items: options(10_000) },
  ]
  const found = foldedOptions({ options: grouped, search: '', limit: 50 })
  expect(labels(found)).toHaveLength(50)
  expect(labels(found).slice(0, 4)).toEqual(['Template 0', 'Template 1', 'Template 2', 'Machine 0'])
  expect(labels(foldedOptions({ options: grouped, search: '9999', limit: 50 }))).toEqual(['Machine 9999'])
})
