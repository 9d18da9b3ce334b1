import type { z } from "zod";

/**
 * The differences between the types of a document and its contract, each with the keys that differ; `never` where they
 * agree. `documents.gen.test-d.ts` claims that for every document.
 */
export type Agreement<
  Types extends { schemas: object; operations: OperationsOf<Types["operations"]>; paths: object },
  Contract extends {
    schemas: Record<keyof Contract["schemas"], z.ZodType>;
    routes: RoutesOf<Contract["routes"]>;
  },
> = {
  /** Named schemas have the same type. */
  schemas: Disagreement<Types["schemas"], ContractSchemas<Contract["schemas"]>>;
  /** Operations take the same parameters. */
  parameters: Disagreement<DocumentParameters<Types["operations"]>, ContractParameters<Contract["routes"]>>;
  /** The same parameters are optional. */
  optionals: Disagreement<DocumentOptionals<Types["operations"]>, ContractOptionals<Contract["routes"]>>;
  /** Operations have the same path and method. */
  places: Disagreement<Types["operations"], OperationsByRoute<Types["paths"], Contract["routes"]>>;
  /** The document has no path besides those of the routes. */
  paths: Exclude<keyof Types["paths"], Contract["routes"][keyof Contract["routes"]]["path"]>;
  /** Answers have the same headers. */
  headers: Disagreement<DocumentHeaders<Types["operations"]>, ContractHeaders<Contract["routes"]>>;
  /** Operations take the same bodies. */
  bodies: Disagreement<DocumentBodies<Types["operations"]>, ContractBodies<Contract["routes"]>>;
  /** Operations have the same statuses, media types and bodies of answers. */
  responses: Disagreement<DocumentResponses<Types["operations"]>, ContractResponses<Contract["routes"]>>;
};

type OperationsOf<Operations> = Record<keyof Operations, { parameters: object; responses: object }>;
type RoutesOf<Routes> = Record<
  keyof Routes,
  { path: string; method: string; request?: object; responses: object }
>;

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

type Empty = Record<never, never>;

type ContractSchemas<Schemas extends Record<keyof Schemas, z.ZodType>> = {
  [Name in keyof Schemas]: z.output<Schemas[Name]>;
};

/** A default makes a parameter optional in the request and present in the handler, so only the values are compared. */
type DocumentParameters<Operations extends OperationsOf<Operations>> = {
  [Id in keyof Operations]: {
    [Place in "path" | "query" | "header"]: Required<Given<Operations[Id]["parameters"], Place>>;
  };
};
type ContractParameters<Routes extends RoutesOf<Routes>> = {
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
type DocumentOptionals<Operations extends OperationsOf<Operations>> = {
  [Id in keyof Operations]: {
    [Place in "path" | "query" | "header"]: OptionalNames<Given<Operations[Id]["parameters"], Place>>;
  } & {
    places: Exclude<
      OptionalNames<Operations[Id]["parameters"]>,
      "cookie" | Unused<Operations[Id]["parameters"]>
    >;
  };
};
type ContractOptionals<Routes extends RoutesOf<Routes>> = {
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

type OperationsByRoute<Paths, Routes extends RoutesOf<Routes>> = {
  [Id in keyof Routes]: Routes[Id]["path"] extends keyof Paths
    ? Routes[Id]["method"] extends keyof Paths[Routes[Id]["path"]]
      ? Paths[Routes[Id]["path"]][Routes[Id]["method"]]
      : never
    : never;
};

/** Header names only, because every value is a string on both sides. */
type DocumentHeaders<Operations extends OperationsOf<Operations>> = {
  [Id in keyof Operations]: {
    [Status in keyof Operations[Id]["responses"]]: Operations[Id]["responses"][Status] extends {
      headers: infer Headers;
    }
      ? keyof {
          [Name in keyof Headers as string extends Name ? never : number extends Name ? never : Name]: true;
        }
      : never;
  };
};
type ContractHeaders<Routes extends RoutesOf<Routes>> = {
  [Id in keyof Routes]: {
    [Status in keyof Routes[Id]["responses"]]: Routes[Id]["responses"][Status] extends {
      headers: infer Headers;
    }
      ? keyof Headers
      : never;
  };
};

type DocumentBodies<Operations extends OperationsOf<Operations>> = {
  [Id in keyof Operations]: Operations[Id] extends { requestBody: { content: infer Content } }
    ? Content
    : Empty;
};
type ContractBodies<Routes extends RoutesOf<Routes>> = {
  [Id in keyof Routes]: Routes[Id]["request"] extends { body: { content: infer Content } }
    ? Bodies<Content>
    : Empty;
};

type DocumentResponses<Operations extends OperationsOf<Operations>> = {
  [Id in keyof Operations]: {
    [Status in keyof Operations[Id]["responses"]]: Operations[Id]["responses"][Status] extends {
      content: infer Content extends object;
    }
      ? Content
      : Empty;
  };
};
type ContractResponses<Routes extends RoutesOf<Routes>> = {
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
