import { Text } from '@mantine/core'
import { formats } from '#app/data/formats.ts'
import { useIsPrinting } from '#app/ui/paper.ts'

/** Above the first printed page: the company and when the page was printed. */
export const PaperHead = ({ company }: { company: string }) =>
  useIsPrinting() && (
    <Text size="sm" c="dimmed">
      {company} · {formats().dateTime(Date.now())}
    </Text>
  )
