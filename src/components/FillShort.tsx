import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Until } from '#app/data/missing.ts'
import { allShortages } from '#app/data/shortages.ts'
import { filledWith, shortLines, type TypedLine } from './change-draft.ts'
import { ShortUntil } from './ShortUntil.tsx'

type Props = { lines: readonly TypedLine[]; onLines(lines: TypedLine[]): void }

/** Fills a pick with the shortages of all machines, now or by a day. Typed lines stay. */
export function FillShort({ lines, onLines }: Props) {
  const { t } = useTranslation('stock')
  const client = useQueryClient()
  const [filled, setFilled] = useState<{ until: Until; lines: readonly TypedLine[] } | null>(null)
  const { data: shortages } = useQuery({ ...allShortages(filled?.until), enabled: filled !== null })
  const fill = async (until: Until) => {
    const short = shortLines((await client.ensureQueryData(allShortages(until))).products)
    onLines(filledWith(lines, filled?.lines ?? [], short))
    setFilled({ until, lines: short })
  }
  return <ShortUntil label={t('until.fill')} value={filled?.until} onChange={(until) => void fill(until)} shortages={shortages} />
}
