import { writeFile } from 'node:fs/promises'
import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { cellarVariables, cssVariables, theme } from '../src/app/theme.ts'

// Writes src/app/theme.css from theme.ts. Mantine would put it into a style element at run time, which the content security policy forbids.

const own = Object.keys(theme.colors ?? {})
const whole = mergeMantineTheme(DEFAULT_THEME, theme)
const trimmed = {
  ...whole,
  colors: Object.fromEntries(Object.entries(whole.colors).filter(([name]) => own.includes(name))) as typeof whole.colors,
}
const standard = defaultCssVariablesResolver(trimmed)
const ours = cssVariables(trimmed)
const all: ConvertCSSVariablesInput = {
  variables: { ...standard.variables, ...ours.variables },
  light: { ...standard.light, ...ours.light },
  dark: { ...standard.dark, ...ours.dark },
}
const cellar = Object.entries(cellarVariables).map(([name, value]) => `${name}: ${value};`)
await writeFile(
  new URL('../src/app/theme.css', import.meta.url),
  `/* Written from theme.ts by scripts/write-theme.ts: change it there. */\n${convertCssVariables(all)}
:root[data-cellar][data-mantine-color-scheme="dark"]{${cellar.join('')}}\n`,
)
