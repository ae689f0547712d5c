import {
  IconBug,
  IconBuildingCommunity,
  IconCode,
  IconCoins,
  IconDeviceSdCard,
  IconFileUpload,
  IconHistory,
  IconId,
  IconListDetails,
  IconMessageReport,
  IconMoneybag,
  IconRefresh,
} from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ListedPlace, PlaceList } from '#app/components/PlaceList.tsx'
import { getSession } from '#app/data/device.ts'
import { isOpenTo } from '#app/data/home.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './More.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/')({ component: MoreScreen })

/** Tools without an item of their own in the navigation. */
function MoreScreen() {
  const { t } = useTranslation('more')
  const { account } = getSession()
  const place = (name: string, path: string, Icon: ListedPlace['Icon']) => {
    const to = `/dashboard/more/${path}`
    return isOpenTo(account, to) ? [{ words: t(name), note: t(`${name}Text`), to, Icon }] : []
  }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.lists}>
        <PlaceList
          title={t('daily')}
          isGrid
          places={[
            ...place('issues', 'issues', IconMessageReport),
            ...place('changes', 'refill-history', IconRefresh),
            ...place('allChanges', 'changes', IconListDetails),
            ...place('cash', 'cash-withdrawal', IconMoneybag),
            ...place('count', 'cash-withdrawal/count', IconCoins),
            ...place('readOuts', 'read-outs', IconFileUpload),
            ...place('events', 'events', IconHistory),
          ]}
        />
        <PlaceList
          title={t('company')}
          isGrid
          places={[
            ...place('passes', 'employee-passes', IconId),
            ...place('branches', 'branches', IconBuildingCommunity),
            ...place('devices', 'devices-list', IconDeviceSdCard),
            ...place('developer', 'developer', IconCode),
            ...(account.roles.includes('ROLE_DEVICE_MANAGER') ? place('debugger', 'debugger', IconBug) : []),
          ]}
        />
      </div>
    </>
  )
}
