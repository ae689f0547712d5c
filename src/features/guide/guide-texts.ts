import { queryOptions } from '@tanstack/react-query'
import i18n from 'i18next'
import { GUIDE_PAGES, type GuidePage } from '#app/data/guide.ts'
import { loadGuide } from '#app/i18n.ts'
import { fold, hasWords } from '#domain/search.ts'

/** The texts of a page. `$t(namespace:key)` in a step or note stands for the label of a button, field or screen. */
export type PageTexts = { title: string; text: string; steps: string[]; notes?: string[] }

/** Labels that contain a number are shown with this one. */
const NUMBER_IN_LABEL = { count: 5, n: 5 }

/** The text in parts, with the labels in the language of the app: every second part is a label. */
export function withLabels(text: string): string[] {
  const labelOf = i18n.getFixedT(i18n.language)
  return text.split(/\$t\(([^)]+)\)/).map((part, index) => (index % 2 === 0 ? part : labelOf(part, NUMBER_IN_LABEL)))
}

/** Loads the guide in a language; the texts of its pages. */
export const guideTexts = (language: string) =>
  queryOptions({
    queryKey: ['guideTexts', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (!(await loadGuide(language))) throw new Error(`The guide in ${language} could not be loaded`)
      return i18n.getResource(language, 'guide', 'page') as Record<GuidePage, PageTexts>
    },
  })

export type Found = { name: GuidePage; title: string; text: string }

/** The pages that contain each word of a query, those with a match in the title first, each with the line that matches best. */
export function findPages(pages: Record<GuidePage, PageTexts>, query: string, order: readonly GuidePage[] = GUIDE_PAGES): Found[] {
  const isFound = (text: string) => hasWords(fold(text), query)
  const found = order.flatMap((name) => {
    const { title, text, steps, notes = [] } = pages[name]
    const lines = [text, ...steps, ...notes].map((line) => withLabels(line).join(''))
    if (!isFound([title, ...lines].join('\n'))) return []
    return [{ name, title, text: lines.find(isFound) ?? text, isInTitle: isFound(title) }]
  })
  return found.toSorted((a, b) => Number(b.isInTitle) - Number(a.isInTitle)).map(({ isInTitle: _, ...page }) => page)
}
