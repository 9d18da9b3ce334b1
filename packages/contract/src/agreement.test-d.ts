import type { components, operations, paths } from "@trading-oms/types";
import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { routes, schemas } from "./index.ts";

test("every schema of the document has the same type in the contract", () => {
  expectTypeOf<Disagreement<components["schemas"], ContractSchemas>>().toBeNever();
});

test("every operation of the document takes the same parameters in the contract", () => {
  expectTypeOf<Disagreement<DocumentParameters, ContractParameters>>().toBeNever();
});

test("every operation has the same optional parameters in the contract", () => {
  expectTypeOf<Disagreement<DocumentOptionals, ContractOptionals>>().toBeNever();
});

test("every operation has the same path and method in the contract", () => {
  expectTypeOf<Disagreement<operations, OperationsByRoute>>().toBeNever();
});

test("the document has no path besides those of the routes", () => {
  expectTypeOf<keyof paths>().toEqualTypeOf<Routes[keyof Routes]["path"]>();
});

test("every answer has the same headers in the contract", () => {
  expectTypeOf<Disagreement<DocumentHeaders, ContractHeaders>>().toBeNever();
});

test("every operation of the document takes the same bodies in the contract", () => {
  expectTypeOf<Disagreement<DocumentBodies, ContractBodies>>().toBeNever();
});

test("every operation of the document has the same statuses, media types and bodies in the contract", () => {
  expectTypeOf<Disagreement<DocumentResponses, ContractResponses>>().toBeNever();
});

/** The keys whose types differ, or that only one side has. A failing test prints them. */
type Disagreement<Left, Right> = {
  [Key in keyof Left | keyof Right]: Key extends keyof Left & keyof Right
    ? Equal<Plain<Left[Key]>, Plain<Right[Key]>> extends true
      ? never
      : Key
    : Key;
}[keyof Left | keyof Right];

/** Resolves intersections and aliases, so that two spellings of the same shape are equal. */
type Plain<Type> = Type extends readonly (infer Item)[]
  ? Plain<Item>[]
  : Type extends object
    ? { [Key in keyof Type]: Plain<Type[Key]> }
    : Type;

type Equal<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2 ? true : false;

type Operation = keyof operations;
type Routes = typeof routes;
type Empty = Record<never, never>;

type ContractSchemas = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> };

/** A default makes a parameter optional in the request and present in the handler, so only the values are compared. */
type DocumentParameters = {
  [Id in Operation]: {
    [Place in "path" | "query" | "header"]: Required<Given<operations[Id]["parameters"], Place>>;
  };
};
type ContractParameters = {
  [Id in keyof Routes]: {
    path: Required<Output<Routes[Id]["request"], "params">>;
    query: Required<Output<Routes[Id]["request"], "query">>;
    header: Required<Output<Routes[Id]["request"], "headers">>;
  };
};

/** The names of the optional members. */
type OptionalNames<Members> = {
  [Name in keyof Members]-?: Record<never, never> extends Pick<Members, Name> ? Name : never;
}[keyof Members];
type DocumentOptionals = {
  [Id in Operation]: {
    [Place in "path" | "query" | "header"]: OptionalNames<Given<operations[Id]["parameters"], Place>>;
  } & {
    places: Exclude<
      OptionalNames<operations[Id]["parameters"]>,
      "cookie" | Unused<operations[Id]["parameters"]>
    >;
  };
};
type ContractOptionals = {
  [Id in keyof Routes]: {
    path: OptionalNames<Input<Routes[Id]["request"], "params">>;
    query: OptionalNames<Input<Routes[Id]["request"], "query">>;
    header: OptionalNames<Input<Routes[Id]["request"], "headers">>;
  } & {
    places:
      | OptionalPlace<Input<Routes[Id]["request"], "params">, "path">
      | OptionalPlace<Input<Routes[Id]["request"], "query">, "query">
      | OptionalPlace<Input<Routes[Id]["request"], "headers">, "header">;
  };
};

/** The places without parameters, which the generated types declare as `never`. */
type Unused<Places> = {
  [Place in keyof Places]-?: [NonNullable<Places[Place]>] extends [never] ? Place : never;
}[keyof Places];

type OptionalPlace<Members, Place> = [keyof Members] extends [never]
  ? never
  : Record<never, never> extends Members
    ? Place
    : never;

type Input<Request, Key> = Key extends keyof Request
  ? Request[Key] extends z.ZodType
    ? z.input<Request[Key]>
    : Empty
  : Empty;

type OperationsByRoute = {
  [Id in keyof Routes]: Routes[Id]["path"] extends keyof paths
    ? Routes[Id]["method"] extends keyof paths[Routes[Id]["path"]]
      ? paths[Routes[Id]["path"]][Routes[Id]["method"]]
      : never
    : never;
};

/** Header names only, because every value is a string on both sides. */
type DocumentHeaders = {
  [Id in Operation]: {
    [Status in keyof operations[Id]["responses"]]: operations[Id]["responses"][Status] extends {
      headers: infer Headers;
    }
      ? keyof {
          [Name in keyof Headers as string extends Name ? never : number extends Name ? never : Name]: true;
        }
      : never;
  };
};
type ContractHeaders = {
  [Id in keyof Routes]: {
    [Status in keyof Routes[Id]["responses"]]: Routes[Id]["responses"][Status] extends {
      headers: infer Headers;
    }
      ? keyof Headers
      : never;
  };
};

type DocumentBodies = {
  [Id in Operation]: operations[Id] extends { requestBody: { content: infer Content } } ? Content : Empty;
};
type ContractBodies = {
  [Id in keyof Routes]: Routes[Id]["request"] extends { body: { content: infer Content } }
    ? Bodies<Content>
    : Empty;
};

type DocumentResponses = {
  [Id in Operation]: {
    [Status in keyof operations[Id]["responses"]]: operations[Id]["responses"][Status] extends {
      content: infer Content extends object;
    }
      ? Content
      : Empty;
  };
};
type ContractResponses = {
  [Id in keyof Routes]: {
    [Status in keyof Routes[Id]["responses"]]: Routes[Id]["responses"][Status] extends {
      content: infer Content;
    }
      ? Bodies<Content>
      : Empty;
  };
};

type Given<Parameters, Place> = Place extends keyof Parameters
  ? [NonNullable<Parameters[Place]>] extends [never]
    ? Empty
    : NonNullable<Parameters[Place]>
  : Empty;

type Output<Request, Key> = Key extends keyof Request
  ? Request[Key] extends z.ZodType
    ? z.output<Request[Key]>
    : Empty
  : Empty;

type Bodies<Content> = {
  [MediaType in keyof Content]: Content[MediaType] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never;
};
