import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconClipboardList,
  IconCoin,
  IconCreditCardOff,
  IconLayoutGridAdd,
  IconLayoutGridRemove,
  IconMessageReport,
  IconMoneybag,
  IconPackages,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRefresh,
  IconShoppingCartPlus,
  IconSparkles,
  IconTool,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { ActivityType } from '#contract/activity.ts'

type Look = { Icon: TablerIcon; color: 'green' | 'red' | 'orange' | 'slate' }

const LOOKS: Record<ActivityType, Look> = {
  CARD_NOT_FOUND: { Icon: IconCreditCardOff, color: 'orange' },
  MACHINE_RUNNING: { Icon: IconPlayerPlay, color: 'green' },
  MACHINE_STOPPED: { Icon: IconPlayerStop, color: 'red' },
  MACHINE_CREATED: { Icon: VendingMachineIcon, color: 'slate' },
  MACHINE_DELETED: { Icon: IconTrash, color: 'slate' },
  ALERT_UP: { Icon: IconAlertTriangle, color: 'orange' },
  ALERT_DOWN: { Icon: IconCircleCheck, color: 'green' },
  MACHINE_REFILLED: { Icon: IconShoppingCartPlus, color: 'slate' },
  MACHINE_STOCK_CHANGED: { Icon: IconClipboardList, color: 'slate' },
  NEW_CUSTOMER_ISSUE: { Icon: IconMessageReport, color: 'orange' },
  PROBLEM_REPORTED: { Icon: IconTool, color: 'orange' },
  SLOT_CREATED: { Icon: IconLayoutGridAdd, color: 'slate' },
  SLOT_DELETED: { Icon: IconLayoutGridRemove, color: 'slate' },
  DEVICE_CONNECTED: { Icon: IconPlugConnected, color: 'green' },
  DEVICE_DISCONNECTED: { Icon: IconPlugConnectedX, color: 'slate' },
  DEVICE_FIRMWARE_UPDATED: { Icon: IconSparkles, color: 'slate' },
  SERVICEMAN_ASSIGNED: { Icon: IconUserPlus, color: 'slate' },
  SERVICEMAN_REVOKED: { Icon: IconUserMinus, color: 'slate' },
  INVENTORY_CHANGED: { Icon: IconPackages, color: 'slate' },
  SENT_RESTART: { Icon: IconRefresh, color: 'slate' },
  SENT_CREDIT: { Icon: IconCoin, color: 'slate' },
  CASKET_MONEY_CHANGE: { Icon: IconMoneybag, color: 'slate' },
  COLLECTION_COUNTED: { Icon: IconMoneybag, color: 'slate' },
}

/** Unknown types of a newer server have a look too. */
export const lookOf = (type: string, isUndo: boolean): Look =>
  isUndo ? { Icon: IconArrowBackUp, color: 'slate' } : (LOOKS[type as ActivityType] ?? { Icon: IconSparkles, color: 'slate' })
