import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** A value that components share by its name: the cache keeps it, and no request fetches it. */
export function useShared<Value>(name: string, first: Value): readonly [Value, (value: Value) => void] {
  const queryClient = useQueryClient();
  const { data = first } = useQuery<Value>({ queryKey: [name], queryFn: skipToken });
  const set = useCallback(
    (value: Value) => void queryClient.setQueryData([name], value),
    [queryClient, name],
  );
  return [data, set];
}
