import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { foldedOptions } from '#app/ui/search.ts'

/** Options of a selector that are rendered at once. */
const MAX_OPTIONS = 50

// Colours of states: shade 7 is readable on white and carries white text, shades 1 to 4 are readable on the dark page.
const teal: MantineColorsTuple = [
  '#eaf6f6',
  '#d2eaea',
  '#a6d5d5',
  '#7cc3c3',
  '#57b1b0',
  '#2b9696',
  '#0e7c79',
  '#0b6e6e',
  '#075a5c',
  '#04474a',
]
const green: MantineColorsTuple = [
  '#e9f7ec',
  '#d0edd6',
  '#a3dbae',
  '#72c783',
  '#4bb561',
  '#2fa248',
  '#237f39',
  '#1e7433',
  '#17602a',
  '#104a1f',
]
const red: MantineColorsTuple = [
  '#fdecec',
  '#fad3d3',
  '#f6abac',
  '#f08587',
  '#e96164',
  '#d9383d',
  '#c72a31',
  '#b92029',
  '#9c1a21',
  '#7a1319',
]
const orange: MantineColorsTuple = [
  '#fff3e4',
  '#ffe3c4',
  '#fdc78c',
  '#fba953',
  '#f58f2a',
  '#e37712',
  '#b4570a',
  '#a04c08',
  '#863f07',
  '#6d3406',
]
const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#ffefc4',
  '#ffe08f',
  '#ffd15f',
  '#ffc24b',
  '#f5ac1c',
  '#8f5b05',
  '#7d4f04',
  '#6b4403',
  '#593803',
]
const slate: MantineColorsTuple = [
  '#eef2f5',
  '#dce4ea',
  '#b9c8d3',
  '#94aabb',
  '#7f98ab',
  '#5f798d',
  '#52697c',
  '#465a6b',
  '#374855',
  '#29363f',
]
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef2f2',
  '#e3e9e9',
  '#d5dddd',
  '#bfcaca',
  '#93a2a3',
  '#5a696b',
  '#45545a',
  '#2f3c3e',
  '#1b2627',
]
const dark: MantineColorsTuple = [
  '#dbe4e4',
  '#b9c6c7',
  '#98abad',
  '#72898b',
  '#34484b',
  '#243537',
  '#182426',
  '#10191a',
  '#0c1314',
  '#080d0e',
]

const fontFamily =
  "'Inter Variable', Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Hiragino Sans', 'Noto Sans JP', Meiryo, sans-serif"

const ON_CARD = { content: { background: 'var(--app-card)' }, header: { background: 'var(--app-card)' } }

const LARGE_BUTTON = { '--button-fz': 'var(--mantine-font-size-md)' }

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, green, red, orange, yellow, slate, gray, dark },
  white: '#ffffff',
  black: '#152022',
  fontFamily,
  // Six text styles: 12/16, 13/18 (--app-label), 14/20, 15/22, 20/26 and 28/34. A large figure is 36/40 (--app-large-figure).
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.4667', lg: '1.3', xl: '1.2143' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily,
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2143', fontWeight: '650' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3', fontWeight: '600' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4667', fontWeight: '600' },
    },
  },
  // Multiples of four pixels.
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // The content security policy allows no style element, which the scroll lock would insert.
  components: {
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        ...ON_CARD,
        title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 'var(--mantine-line-height-lg)' },
      },
    },
    // Large buttons have the text of medium ones.
    Button: { vars: (_: unknown, { size }: { size?: unknown }) => ({ root: size === 'lg' || size === 'xl' ? LARGE_BUTTON : {} }) },
    // A company may have thousands of machines, people or products: the search finds those that are not rendered.
    // Opened by a key or a click: a list that opens with the focus covers the next fields.
    Select: { defaultProps: { filter: foldedOptions, limit: MAX_OPTIONS, openOnFocus: false } },
    MultiSelect: { defaultProps: { filter: foldedOptions, limit: MAX_OPTIONS } },
    Autocomplete: { defaultProps: { filter: foldedOptions, limit: MAX_OPTIONS } },
    Drawer: { defaultProps: { lockScroll: false }, styles: ON_CARD },
    // Gloves need tall rows. A menu that is taller than its room on the screen scrolls.
    Menu: {
      defaultProps: { shadow: 'md', withinPortal: true, middlewares: { size: { padding: 8 } } },
      styles: { item: { minHeight: '3rem' }, dropdown: { overflowY: 'auto' } },
    },
    // A link inside a sentence is recognisable by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    // As everywhere, words are not in capitals.
    Badge: { defaultProps: { tt: 'none' } },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
})

/** Tints on the dark page: Mantine's own are nearly black, and states must be visible there as well. */
const darkTints = Object.fromEntries(
  ['teal', 'green', 'red', 'orange', 'yellow', 'slate'].flatMap((name) => [
    [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 22%, transparent)`],
    [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-5) 30%, transparent)`],
    [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-1)`],
  ]),
)

/** Differences from Mantine's defaults: a tinted page, cards that contrast with it, and readable greys. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--app-label': '0.8125rem',
    '--app-large-figure': '2.25rem',
    // Sizes of a visit, for gloves.
    '--app-target': '3.5rem',
    '--app-figure': '0.9375rem',
    '--app-tile-width': '4.75rem',
    '--app-tile-height': '5.25rem',
    '--app-gauge': '0.375rem',
  },
  light: {
    '--mantine-color-body': 'var(--mantine-color-gray-0)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--app-card': 'var(--mantine-color-white)',
    '--app-line': 'var(--mantine-color-gray-3)',
    '--app-track': 'var(--mantine-color-gray-2)',
    '--app-hover': 'var(--mantine-color-gray-1)',
    // The border of what can be pressed.
    '--app-edge': 'var(--mantine-color-gray-5)',
    // Values in charts and bars. Teal is for actions and for the value that a chart is about.
    '--app-data': 'var(--mantine-color-slate-5)',
    '--app-data-before': 'var(--mantine-color-slate-2)',
    // The level of a slot: what the input adds, and what is expected in a day.
    '--app-data-added': 'var(--mantine-color-teal-5)',
    '--app-ghost': 'var(--mantine-color-black)',
    '--app-empty': 'var(--mantine-color-red-0)',
    '--app-empty-text': 'var(--mantine-color-red-8)',
    '--app-mark': 'var(--mantine-color-teal-8)',
  },
  dark: {
    ...darkTints,
    // Mantine's is too dark for a card under the pointer.
    '--mantine-color-red-text': 'var(--mantine-color-red-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-success': 'var(--mantine-color-green-3)',
    // The default is the colour of a card.
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--app-card': 'var(--mantine-color-dark-6)',
    '--app-line': 'var(--mantine-color-dark-4)',
    '--app-track': 'var(--mantine-color-dark-4)',
    '--app-hover': 'var(--mantine-color-dark-5)',
    '--app-edge': 'var(--mantine-color-dark-3)',
    '--app-data': 'var(--mantine-color-slate-4)',
    '--app-data-before': 'var(--mantine-color-slate-8)',
    '--app-data-added': 'var(--mantine-color-teal-4)',
    '--app-ghost': 'var(--mantine-color-white)',
    '--app-empty': 'color-mix(in srgb, var(--mantine-color-red-7) 26%, var(--app-card))',
    '--app-empty-text': 'var(--mantine-color-red-2)',
    '--app-mark': 'var(--mantine-color-teal-1)',
  },
})

/** On top of the dark scheme: black, with larger figures and targets, for a dark cellar and gloves. */
export const cellarVariables = {
  '--mantine-color-body': '#000000',
  '--mantine-color-text': 'var(--mantine-color-white)',
  '--mantine-color-dimmed': 'var(--mantine-color-dark-0)',
  '--app-card': '#000000',
  '--app-line': 'var(--mantine-color-dark-3)',
  '--app-track': 'var(--mantine-color-dark-4)',
  '--app-edge': 'var(--mantine-color-dark-2)',
  '--app-target': '4rem',
  '--app-figure': '1.25rem',
  '--app-tile-width': '6.75rem',
  '--app-tile-height': '6rem',
  '--app-gauge': '0.625rem',
}
