import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { MAX_CODE_PIECES, MAX_CODES } from '#domain/products/gtin.ts'
import type { TypedCode } from '#domain/products/product-rules.ts'
import classes from './IngredientFields.module.css'

type Props = {
  codes: readonly TypedCode[]
  /** Pieces of the next code, after that of a piece. */
  caseSize: number | null
  wrong(path: string): string | undefined
  onLeave(path: string): void
  onChange(codes: readonly TypedCode[]): void
}

/** The bar codes of a product: of a piece, and of packs with several. */
export function CodeFields({ codes, caseSize, wrong, onLeave, onChange }: Props) {
  const { t } = useTranslation('products')
  // A line has no id of its own, so its key is its order of creation.
  const keys = useRef(codes.map((_, index) => index))
  const change = (index: number, fields: Partial<TypedCode>) =>
    onChange(codes.map((line, place) => (place === index ? { ...line, ...fields } : line)))
  const add = () => {
    keys.current = [...keys.current, Math.max(-1, ...keys.current) + 1]
    onChange([...codes, { code: '', pieces: codes.length === 0 ? 1 : (caseSize ?? 1) }])
  }
  const remove = (index: number) => {
    keys.current = keys.current.filter((_, place) => place !== index)
    onChange(codes.filter((_, place) => place !== index))
  }
  return (
    <fieldset className={classes.fieldset}>
      <Text component="legend" size="sm" fw={500}>
        {t('field.codes')}
      </Text>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('form.codesHelp')}
        </Text>
        {codes.map(({ code, pieces }, index) => (
          <div key={keys.current[index]} className={classes.line}>
            <TextInput
              size="md"
              aria-label={t('form.code', { number: index + 1 })}
              inputMode="numeric"
              autoComplete="off"
              value={code}
              error={wrong(`codes.${index}.code`)}
              onBlur={() => onLeave(`codes.${index}.code`)}
              // Codes are printed with spaces. A keyboard scanner ends a code with Enter, which would save the form.
              onChange={({ currentTarget: { value } }) => change(index, { code: value.replaceAll(/\s/g, '') })}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <NumberInput
              size="md"
              aria-label={t('form.codePieces', { number: index + 1 })}
              min={1}
              max={MAX_CODE_PIECES}
              unit={t('short.pcs')}
              value={pieces}
              error={wrong(`codes.${index}.pieces`)}
              onBlur={() => onLeave(`codes.${index}.pieces`)}
              onChange={(value) => change(index, { pieces: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('form.removeCode', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {codes.length < MAX_CODES && (
          <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={add} className={classes.add}>
            {t('form.addCode')}
          </Button>
        )}
      </Stack>
    </fieldset>
  )
}
