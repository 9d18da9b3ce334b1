import { useInfiniteQuery, useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import * as solid from "@tanstack/solid-query";
import * as svelte from "@tanstack/svelte-query";
import * as vue from "@tanstack/vue-query";
import type { CoveredMarginCallRequest, CoveredMarginCallResult, NotificationPage } from "@trading-oms/types";
import type { Account } from "@trading-oms/types/companion";
import { expectTypeOf, test } from "vitest";
import { createCompanion } from "./companion.gen.ts";
import { type ApiError, createClient } from "./index.ts";
import { createQueries } from "./query.ts";

const client = createClient({ baseUrl: "https://api.example" });
const queries = { ...createQueries(client), ...createQueries(createCompanion(client)) };

test("React's hooks know the types of results and errors without annotation", () => {
  const { data, error } = useQuery(queries.getAccount("A-1"));
  expectTypeOf(data).toEqualTypeOf<Account | undefined>();
  expectTypeOf(error).toEqualTypeOf<ApiError | null>();
  expectTypeOf(useSuspenseQuery(queries.getAccount("A-1")).data).toEqualTypeOf<Account>();
  const pages = useInfiniteQuery(queries.listNotifications());
  expectTypeOf(pages.data?.pages).toEqualTypeOf<NotificationPage[] | undefined>();
  expectTypeOf(pages.error).toEqualTypeOf<ApiError | null>();
  const cover = useMutation(queries.setCoveredMarginCall());
  expectTypeOf(cover.mutate).parameter(0).toEqualTypeOf<CoveredMarginCallRequest>();
  expectTypeOf(cover.data).toEqualTypeOf<CoveredMarginCallResult | undefined>();
  expectTypeOf(cover.error).toEqualTypeOf<ApiError | null>();
});

test("a selection of a result is typed, too", () => {
  const { data } = useQuery({ ...queries.getAccount("A-1"), select: ({ positions }) => positions.length });
  expectTypeOf(data).toEqualTypeOf<number | undefined>();
});

test("Vue's hooks know them, too", () => {
  const { data, error } = vue.useQuery(queries.getAccount("A-1"));
  expectTypeOf(data.value).toEqualTypeOf<Account | undefined>();
  expectTypeOf(error.value).toEqualTypeOf<ApiError | null>();
  const pages = vue.useInfiniteQuery(queries.listNotifications());
  expectTypeOf(pages.data.value?.pages).toEqualTypeOf<NotificationPage[] | undefined>();
  const cover = vue.useMutation(queries.setCoveredMarginCall());
  expectTypeOf(cover.error.value).toEqualTypeOf<ApiError | null>();
  expectTypeOf(cover.mutate).parameter(0).toEqualTypeOf<CoveredMarginCallRequest>();
});

test("Svelte's functions know them, too", () => {
  const query = svelte.createQuery(() => queries.getAccount("A-1"));
  expectTypeOf(query.data).toEqualTypeOf<Account | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ApiError | null>();
  const pages = svelte.createInfiniteQuery(() => queries.listNotifications());
  expectTypeOf(pages.data?.pages).toEqualTypeOf<NotificationPage[] | undefined>();
  expectTypeOf(pages.error).toEqualTypeOf<ApiError | null>();
  const cover = svelte.createMutation(() => queries.setCoveredMarginCall());
  expectTypeOf(cover.error).toEqualTypeOf<ApiError | null>();
  expectTypeOf(cover.mutate).parameter(0).toEqualTypeOf<CoveredMarginCallRequest>();
  const count = svelte.createQuery(() => ({
    ...queries.getAccount("A-1"),
    select: ({ positions }) => positions.length,
  }));
  expectTypeOf(count.data).toEqualTypeOf<number | undefined>();
});

test("Solid's functions know them, too", () => {
  const query = solid.useQuery(() => queries.getAccount("A-1"));
  expectTypeOf(query.data).toEqualTypeOf<Account | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ApiError | null>();
  const pages = solid.useInfiniteQuery(() => queries.listNotifications());
  expectTypeOf(pages.data?.pages).toEqualTypeOf<NotificationPage[] | undefined>();
  expectTypeOf(pages.error).toEqualTypeOf<ApiError | null>();
  const cover = solid.useMutation(() => queries.setCoveredMarginCall());
  expectTypeOf(cover.error).toEqualTypeOf<ApiError | null>();
  expectTypeOf(cover.mutate).parameter(0).toEqualTypeOf<CoveredMarginCallRequest>();
  const count = solid.useQuery(() => ({
    ...queries.getAccount("A-1"),
    select: ({ positions }) => positions.length,
  }));
  expectTypeOf(count.data).toEqualTypeOf<number | undefined>();
});
