import type { ErrorText } from '../support/trouble.ts'

export type Role = 'heading' | 'link' | 'button' | 'tab' | 'textbox'

/** A device in somebody's hands, in words that every engine understands. What is named by a text has exactly that name. */
export interface Hands {
  /** Opens the browser as it was left, without a page of the app. */
  open(): Promise<void>
  close(): Promise<void>
  /** The battery is empty: the browser ends in the middle of whatever it does. */
  kill(): Promise<void>
  goTo(path: string): Promise<void>
  press(role: Role, name: string | RegExp): Promise<void>
  type(field: string, text: string): Promise<void>
  /** Waits until it is there, for so long at most. */
  sees(role: Role, name: string | RegExp, patienceMs?: number): Promise<void>
  reads(words: string): Promise<void>
  /** Lets the page do something of which no person can see the outcome. */
  evaluate<Answer>(work: (words: string[]) => Promise<Answer>, words: string[]): Promise<Answer>
}

export type Device = {
  /** The profile on the disk. */
  folder: string
  url: string
  troubles: ErrorText[]
}

export type Engine = {
  /** A sentence for people, where this machine lacks something that the engine needs. */
  missing(): string | null
  take(device: Device): Hands
}

export const TIMEOUT_MS = 30_000
