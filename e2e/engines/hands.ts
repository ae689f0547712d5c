import type { PageError } from '../support/page-errors.ts'

export type Role = 'heading' | 'link' | 'button' | 'tab' | 'textbox'

/** Controls a device in terms that every engine supports. A text that names an element matches its exact accessible name. */
export interface Hands {
  /** Opens the browser with its previous state, without a page of the app. */
  open(): Promise<void>
  close(): Promise<void>
  /** Simulates an empty battery: kills the browser immediately. */
  kill(): Promise<void>
  goTo(path: string): Promise<void>
  press(role: Role, name: string | RegExp): Promise<void>
  type(field: string, text: string): Promise<void>
  /** Waits for the element, up to a timeout. */
  sees(role: Role, name: string | RegExp, patienceMs?: number): Promise<void>
  reads(words: string): Promise<void>
  /** Runs code in the page whose outcome is not visible to a user. */
  evaluate<Answer>(work: (words: string[]) => Promise<Answer>, words: string[]): Promise<Answer>
}

export type Device = {
  /** The profile folder on disk. */
  folder: string
  url: string
  pageErrors: PageError[]
}

export type Engine = {
  /** A message that names what the engine needs and this machine lacks. */
  missing(): string | null
  take(device: Device): Hands
}

export const TIMEOUT_MS = 30_000
