import { type ReactNode, useDeferredValue } from 'react'
import { useAFewAtATime } from './a-few-at-a-time.ts'
import classes from './DataTable.module.css'

/** `isNumber` aligns the column at its end; `isWord` is never broken. The first column names the row. */
export type Column<T> = { key: string; label: string; isNumber?: boolean; isWord?: boolean; isHidden?: boolean; cell(row: T): ReactNode }

type Props<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string | number
  /** The rows belong to the previous query until the current one has loaded. */
  isFading?: boolean
}

/** A table on a desktop; on a phone each row is a list of labelled cells. */
export function DataTable<T>({ label, columns, rows, keyOf, isFading = false }: Props<T>) {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  // Hundreds of rows are rendered between keystrokes instead of before each.
  const body = useDeferredValue(<Body columns={shown} rows={rows} keyOf={keyOf} />)
  return (
    <table aria-label={label} className={classes.table} data-fading={isFading || undefined}>
      <thead>
        <tr>
          {shown.map(({ key, label: head, isNumber }) =>
            // A column of labelled buttons has no header.
            head ? (
              <th key={key} scope="col" data-number={isNumber || undefined}>
                {head}
              </th>
            ) : (
              <td key={key} />
            ),
          )}
        </tr>
      </thead>
      {body}
    </table>
  )
}

const Body = <T,>({ columns, rows, keyOf }: Pick<Props<T>, 'columns' | 'rows' | 'keyOf'>) => (
  <tbody>
    {useAFewAtATime(rows, keyOf).map((row) => (
      <tr key={keyOf(row)}>
        {columns.map(({ key, label, isNumber, isWord, cell }, index) => (
          <td key={key} data-number={isNumber || undefined} data-word={isWord || undefined} data-first={index === 0 || undefined}>
            {index > 0 && label && (
              <span className={classes.head} aria-hidden>
                {label}
              </span>
            )}
            <span className={classes.cell}>{cell(row)}</span>
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
