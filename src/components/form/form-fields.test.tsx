// @vitest-environment happy-dom
import { valibotResolver } from '@hookform/resolvers/valibot'
import { Checkbox, MantineProvider, PasswordInput, Switch, TextInput } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { initReactI18next } from 'react-i18next'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import { SupplierBody } from '#contract/purchases.ts'
import { addWebhook } from '#contract/webhooks.ts'
import account from '../../locales/en/account.json' with { type: 'json' }
import common from '../../locales/en/common.json' with { type: 'json' }
import { Form } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useControlledField } from './use-controlled-field.ts'
import { useField } from './use-field.ts'
import { useSwitchField } from './use-switch-field.ts'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { account, common } } })
})
afterEach(cleanup)

const Fields = v.object({ scopes: v.pipe(v.array(v.string()), v.minLength(1)), isActive: v.boolean() })
type Fields = v.InferOutput<typeof Fields>
type Options = { isPrefilled?: boolean; isBlocked?: boolean; isLarge?: boolean; error?: unknown; errorText?: (error: unknown) => string }

function Key({ onSave, error = null, ...options }: Options & { onSave(fields: Fields): void }) {
  const form = useForm({ resolver: valibotResolver(Fields), mode: 'onTouched', defaultValues: { scopes: ['sales'], isActive: false } })
  const scopes = useControlledField(form)('scopes')
  const active = useSwitchField(form)
  return (
    <Form form={form} onSubmit={onSave} submit="Save" mutation={{ error, isPending: false }} {...options}>
      <Checkbox.Group {...scopes} label="Scopes">
        <Checkbox value="sales" label="Sales" />
        <Checkbox value="cash" label="Cash" />
      </Checkbox.Group>
      <Switch {...active('isActive')} label="Active" />
    </Form>
  )
}
const show = (options: Options = {}) => {
  const onSave = vi.fn()
  render(
    <MantineProvider env="test">
      <Key onSave={onSave} {...options} />
    </MantineProvider>,
  )
  return onSave
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const check = (role: 'checkbox' | 'switch', name: string) => fireEvent.click(screen.getByRole(role, { name }))

describe('fields of several choices', () => {
  it('submit the choices, and show beside them that one is required', async () => {
    const onSave = show()
    check('checkbox', 'Sales')
    fireEvent.blur(screen.getByRole('checkbox', { name: 'Sales' }))
    expect(await screen.findByText('Required')).toBeTruthy()
    expect(save().disabled).toBe(true)
    check('checkbox', 'Cash')
    check('switch', 'Active')
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ scopes: ['cash'], isActive: true }))
  })
})

const Addresses = v.object({ mail: SupplierBody.entries.email, hook: addWebhook.body.entries.url })

function AddressFields() {
  const field = useField(useForm({ resolver: valibotResolver(Addresses), mode: 'onTouched', defaultValues: { mail: '', hook: '' } }))
  return (
    <MantineProvider env="test">
      <TextInput {...field('mail')} label="Mail" />
      <TextInput {...field('hook')} label="Hook" />
    </MantineProvider>
  )
}

describe('a text field', () => {
  it.each([
    ['Mail', 'Enter an e-mail address'],
    ['Hook', 'Enter an address such as https://example.com'],
  ])('of a wrong address shows what is expected: %s', async (label, words) => {
    render(<AddressFields />)
    const input = screen.getByRole('textbox', { name: label })
    fireEvent.change(input, { target: { value: 'nowhere' } })
    fireEvent.blur(input)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

function Secret() {
  const field = useField(
    useForm({
      resolver: valibotResolver(v.object({ key: v.pipe(v.string(), v.nonEmpty()) })),
      mode: 'onTouched',
      defaultValues: { key: '' },
    }),
  )
  return <PasswordInput {...field('key')} label="Key" />
}

it('a password field with an error is invalid for screen readers', async () => {
  render(
    <MantineProvider env="test">
      <Secret />
    </MantineProvider>,
  )
  const input = screen.getByLabelText('Key')
  expect(input.getAttribute('aria-invalid')).toBe('false')
  fireEvent.blur(input)
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
})

describe('a form', () => {
  it('can be submitted unchanged if it is prefilled, and not while it is blocked', async () => {
    show({ isPrefilled: true })
    await waitFor(() => expect(save().disabled).toBe(false))
    cleanup()
    show({ isPrefilled: true, isBlocked: true })
    check('switch', 'Active')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true))
    expect(save().disabled).toBe(true)
  })

  it('has a button over its whole width if it is large', () => {
    const isWide = () => save().hasAttribute('data-block')
    show()
    expect(isWide()).toBe(false)
    cleanup()
    show({ isLarge: true })
    expect(isWide()).toBe(true)
  })

  it('can describe an error in its own words', () => {
    show({ error: new Error('fault'), errorText: () => 'Correct the entered data' })
    expect(screen.getByRole('alert').textContent).toBe('Correct the entered data')
  })

  it('that was replaced by its result is closed without a confirmation', async () => {
    function Dialog() {
      const [isOpen, setOpen] = useState(true)
      const [isSaved, setSaved] = useState(false)
      return (
        <FormDialog opened={isOpen} onClose={() => setOpen(false)} title="Key">
          {isSaved ? <p>The secret</p> : <Key onSave={() => setSaved(true)} />}
        </FormDialog>
      )
    }
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <Dialog />
        </QueryClientProvider>
      </MantineProvider>,
    )
    fireEvent.click(await screen.findByRole('switch', { name: 'Active' }))
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    expect(await screen.findByText('The secret')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('The secret')).toBeNull())
  })
})

describe('a dialog with a form', () => {
  const closed = vi.fn()
  const dialog = async () => {
    closed.mockClear()
    render(
      <MantineProvider env="test">
        <FormDialog opened onClose={closed} title="Key">
          <Key onSave={vi.fn()} />
        </FormDialog>
      </MantineProvider>,
    )
    await screen.findByRole('switch', { name: 'Active' })
  }
  const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' })

  it('closes at once without input', async () => {
    await dialog()
    pressEscape()
    expect(closed).toHaveBeenCalledOnce()
  })

  it('asks before it discards input, and keeps it', async () => {
    await dialog()
    check('switch', 'Active')
    await waitFor(() => expect(save().disabled).toBe(false))
    pressEscape()
    expect(closed).not.toHaveBeenCalled()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true)
    pressEscape()
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(closed).toHaveBeenCalledOnce()
  })
})
