import { type Lacking, pickListFile } from '#app/data/pick-list.ts'
import type { ProductId } from '#domain/ids.ts'
import { PdfButton } from './PdfButton.tsx'
import { usePickLabels } from './use-pick-labels.ts'

/** `known`: the shortages of the machines, read when the list is created. */
type Props = { picked: ReadonlyMap<ProductId, number>; known(): Promise<Lacking>; label: string; variant?: 'subtle' | 'filled' | 'default' }

/** The pick list by machine, as a PDF, online or offline. */
export function PickListButton({ picked, known, ...button }: Props) {
  const words = usePickLabels()
  return <PdfButton create={async () => pickListFile(picked, await known(), words)} disabled={picked.size === 0} {...button} />
}
