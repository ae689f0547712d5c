import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuidePage } from '#app/data/guide.ts'
import classes from './Guide.module.css'

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }

/** A picture of the screen. It is cached when first shown, so offline it may be missing. */
export function GuidePicture({ name, kind, alt }: { name: GuidePage; kind: 'phone' | 'desk'; alt: string }) {
  const { t } = useTranslation('guide')
  const [isMissing, setMissing] = useState(false)
  return (
    <figure className={classes.picture} data-kind={kind}>
      {isMissing ? (
        <p className={classes.missing}>{t('pictureMissing')}</p>
      ) : (
        <img src={`/guide/${name}.png`} alt={alt} {...SIZES[kind]} loading="lazy" onError={() => setMissing(true)} />
      )}
    </figure>
  )
}
