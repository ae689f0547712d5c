import { ProductName } from '#app/components/ProductName.tsx'
import { formats } from '#app/data/formats.ts'
import type { ProductShortage } from '#app/data/shortages.ts'
import classes from './DashboardScreen.module.css'

export function MissingProducts({ shortages }: { shortages: readonly ProductShortage[] }) {
  const { number } = formats()
  return (
    <ol className={classes.rows}>
      {shortages.map(({ product, currentShortage }) => (
        <li key={product.id} className={classes.row}>
          <ProductName product={product} />
          <span className={classes.figure}>{number(currentShortage)}</span>
        </li>
      ))}
    </ol>
  )
}
