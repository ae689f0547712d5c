import { createContext } from 'react'

/** The user for whom this device remembers the columns of each table. */
export const TableUser = createContext<number | string>('')
