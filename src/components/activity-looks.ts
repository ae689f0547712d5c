import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBuildingStore,
  IconCash,
  IconCircleCheck,
  IconClipboardList,
  IconCoin,
  IconCreditCardOff,
  IconLayoutGridAdd,
  IconLayoutGridRemove,
  IconMessageReport,
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
import type { ActivityType } from '#contract/activity.ts'

export type Look = { Icon: TablerIcon; color: 'teal' | 'green' | 'red' | 'orange' | 'slate' }

const LOOKS: Record<ActivityType, Look> = {
  CARD_NOT_FOUND: { Icon: IconCreditCardOff, color: 'orange' },
  MACHINE_RUNNING: { Icon: IconPlayerPlay, color: 'green' },
  MACHINE_STOPPED: { Icon: IconPlayerStop, color: 'red' },
  MACHINE_CREATED: { Icon: IconBuildingStore, color: 'teal' },
  MACHINE_DELETED: { Icon: IconTrash, color: 'slate' },
  ALERT_UP: { Icon: IconAlertTriangle, color: 'orange' },
  ALERT_DOWN: { Icon: IconCircleCheck, color: 'green' },
  MACHINE_REFILLED: { Icon: IconShoppingCartPlus, color: 'teal' },
  MACHINE_STOCK_CHANGED: { Icon: IconClipboardList, color: 'teal' },
  NEW_CUSTOMER_ISSUE: { Icon: IconMessageReport, color: 'orange' },
  PROBLEM_REPORTED: { Icon: IconTool, color: 'orange' },
  SLOT_CREATED: { Icon: IconLayoutGridAdd, color: 'teal' },
  SLOT_DELETED: { Icon: IconLayoutGridRemove, color: 'slate' },
  DEVICE_CONNECTED: { Icon: IconPlugConnected, color: 'green' },
  DEVICE_DISCONNECTED: { Icon: IconPlugConnectedX, color: 'slate' },
  DEVICE_FIRMWARE_UPDATED: { Icon: IconSparkles, color: 'teal' },
  SERVICEMAN_ASSIGNED: { Icon: IconUserPlus, color: 'teal' },
  SERVICEMAN_REVOKED: { Icon: IconUserMinus, color: 'slate' },
  INVENTORY_CHANGED: { Icon: IconPackages, color: 'teal' },
  SENT_RESTART: { Icon: IconRefresh, color: 'teal' },
  SENT_CREDIT: { Icon: IconCoin, color: 'teal' },
  CASKET_MONEY_CHANGE: { Icon: IconCash, color: 'teal' },
}

/** Unknown types of a newer server have a look too. */
export const lookOf = (type: string, isUndo: boolean): Look =>
  isUndo ? { Icon: IconArrowBackUp, color: 'slate' } : (LOOKS[type as ActivityType] ?? { Icon: IconSparkles, color: 'slate' })
