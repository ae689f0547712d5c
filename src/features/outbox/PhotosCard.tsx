import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dropPhoto, type LocalPhoto, retryPhoto } from '#app/data/photos.ts'
import { Card } from '#app/ui/Card.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import classes from './PhotosCard.module.css'

/** Photos that the server does not have. */
export function PhotosCard({ photos }: { photos: readonly LocalPhoto[] }) {
  const { t } = useTranslation('outbox')
  const waiting = photos.filter(({ refusal }) => refusal === null)
  return (
    <Card>
      {waiting.length > 0 && (
        <ul className={classes.row}>
          {waiting.map(({ id, address }, index) => (
            <li key={id}>
              <img src={address} alt={t('photo', { number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
      {photos
        .filter(({ refusal }) => refusal !== null)
        .map((photo) => (
          <Refused key={photo.id} photo={photo} />
        ))}
    </Card>
  )
}

function Refused({ photo: { id, address, refusal } }: { photo: LocalPhoto }) {
  const { t } = useTranslation('outbox')
  return (
    <Group gap="sm" wrap="nowrap" className={classes.refused} align="flex-start">
      <img src={address} alt={t('photo', { number: 1 })} />
      <div>
        <Text role="alert">{t(`refusals:${refusal}`, { defaultValue: t('photoRefused') })}</Text>
        <Group gap="xs">
          <Button variant="default" mih={48} onClick={() => void retryPhoto(id)}>
            {t('retry')}
          </Button>
          <DiscardButton onDiscard={() => dropPhoto(id)}>
            <Text>{t('discardPhoto')}</Text>
          </DiscardButton>
        </Group>
      </div>
    </Group>
  )
}
