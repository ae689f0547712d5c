import { Text } from '@mantine/core'

/** Why something came to nothing, where it was asked for. */
export const ErrorText = ({ text }: { text: string | null }) =>
  text && (
    <Text role="alert" c="var(--mantine-color-error)" mt="xs">
      {text}
    </Text>
  )
