import { Text } from '@mantine/core'

/** Why an action failed, shown next to it. */
export const ErrorText = ({ text }: { text: string | null }) =>
  text && (
    <Text role="alert" c="var(--mantine-color-error)" mt="xs">
      {text}
    </Text>
  )
