import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../data/eva-dts/', import.meta.url))

export const realFiles = readdirSync(FOLDER).filter((name) => /\.(dex|eva_dts)$/.test(name))

export const realFile = (name: string): Uint8Array => new Uint8Array(readFileSync(FOLDER + name))
