import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { unitAt } from '#app/data/place-unit.ts'
import type { Place } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import classes from './MachineOverview.module.css'

/** Stock level of each slot or canister. */
export function PlacesCard({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('machines')
  return (
    <Card aria-label={t('places')} className={classes.wide}>
      <Title order={2} size="h4" mb="sm">
        {t('places')}
      </Title>
      {places.length === 0 ? (
        <Text c="dimmed">{t('noPlaces')}</Text>
      ) : (
        <ul className={classes.places}>
          {places.map((place) => (
            <li key={place.productInstallationId} className={classes.place}>
              {place.slotNumber !== null && <span className={classes.slot}>{place.slotNumber}</span>}
              <div className={classes.placeWords}>
                <ProductName product={place.product} />
                <StockBar current={place.currentQuantity} max={place.maxQuantity} unit={unitAt(place)} label={place.product.name} />
              </div>
              <WhyThisNumber of={{ point: place.productInstallationId, product: place.product, slotNumber: place.slotNumber }} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
